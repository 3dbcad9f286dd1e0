# The Node images: `services` (gateway and services) and `jobs` (operators' commands and the stand-ins), as --build-arg IMAGE says.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG DEBIAN_IMAGE=debian:12.15-slim

# The manifests alone, so that a change of sources installs nothing again.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN mkdir /manifests \
  && find . -name package.json -o -name package-lock.json -o -name .npmrc | tar -c -T - | tar -x -C /manifests

FROM ${NODE_IMAGE} AS npm
# Certificates of a proxy that opens TLS, where there is one; they are not in the image.
ARG CERTIFICATES=""
WORKDIR /app
COPY --from=manifests /manifests .
RUN printf '%s\n' "${CERTIFICATES}" > /certificates.pem

# All packages, to build the web pages and the workflow bundles.
FROM npm AS build
ARG CERTIFICATES
RUN NODE_EXTRA_CA_CERTS="${CERTIFICATES:+/certificates.pem}" npm ci
COPY . .
RUN node infra/embedded/src/build.ts

# The packages that processes use, and the list of them.
FROM npm AS assembled
ARG CERTIFICATES
ARG IMAGE=services
COPY infra/docker/src/contents.ts infra/docker/src/narrow.ts /steps/
RUN node /steps/narrow.ts ${IMAGE} . && NODE_EXTRA_CA_CERTS="${CERTIFICATES:+/certificates.pem}" npm ci --omit=dev \
  && npm sbom --omit=dev --sbom-format=cyclonedx --sbom-type=application > /sbom.cdx.json
COPY infra/docker/src/assemble.ts /steps/
COPY . /source
COPY --from=build /app/build /source/build
RUN mv /sbom.cdx.json . && rm -f package-lock.json .npmrc && node /steps/assemble.ts ${IMAGE} /source /app

FROM ${DEBIAN_IMAGE}
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* \
  && echo 'tradeium:x:10001:10001::/tmp:/usr/sbin/nologin' >> /etc/passwd \
  && mkdir /var/lib/tradeium && chown 10001:10001 /var/lib/tradeium
COPY --from=npm /usr/local/bin/node /usr/local/bin/node
COPY --from=assembled /app /app
WORKDIR /app
# A start reads compiled code from here; the folder's user is the one that processes run as.
RUN mkdir -p build/compile-cache && chown 10001:10001 build/compile-cache
USER 10001:10001
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/build/compile-cache HOME=/tmp TMPDIR=/tmp \
  TRADEIUM_HOME=/var/lib/tradeium BLOBS_DIRECTORY=/var/lib/tradeium/blobs CANDLES_DIRECTORY=/var/lib/tradeium/candles \
  HOST=0.0.0.0 HEALTH_HOST=0.0.0.0 \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# Each process ends at once, as its configuration is missing, and has loaded its code by then. Other flags mean other compiled code.
RUN for main in gateway/src/main.ts services/*/src/main.ts; do \
    node --max-semi-space-size=16 --heap-growing-percent=50 $main > /dev/null 2>&1 || true; done
ARG VERSION=0.0.0
ARG IMAGE=services
LABEL org.opencontainers.image.title="tradeium/${IMAGE}" org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.licenses="MIT"
# The heap follows the container's memory, and leaves a part of it for what is not in the heap.
ENTRYPOINT ["node", "--max-old-space-size-percentage=60", "--max-semi-space-size=16", "--heap-growing-percent=50"]
