/** Names of the faults of the reference implementation that turn a requirement red. */
export const provenBy = (_id: string): readonly string[] => [];
