FROM node:22-slim AS build
WORKDIR /build
COPY . .
RUN npm ci

FROM node:22-slim
WORKDIR /opt/netemu-conformance
COPY package.json package-lock.json ./
# The versions of the lock file; the package itself is built above.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY --from=build /build/dist dist
COPY docs docs
RUN ln -s /opt/netemu-conformance/dist/cli/main.js /usr/local/bin/netemu-conformance \
  && mkdir /work && chown node:node /work
USER node
WORKDIR /work
ENTRYPOINT ["netemu-conformance"]
