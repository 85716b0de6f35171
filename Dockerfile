FROM node:22-slim AS build
WORKDIR /build
COPY . .
RUN npm ci && npm pack --pack-destination /tmp

FROM node:22-slim
COPY --from=build /tmp/netemu-conformance-*.tgz /tmp/
RUN npm install --global --omit=dev /tmp/netemu-conformance-*.tgz \
  && npm cache clean --force && rm /tmp/*.tgz && mkdir /work && chown node:node /work
USER node
WORKDIR /work
ENTRYPOINT ["netemu-conformance"]
