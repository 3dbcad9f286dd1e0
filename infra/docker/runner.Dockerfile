# The strategy runner: Python with its packages, and bubblewrap for the sandbox.
ARG DEBIAN_IMAGE=debian:12.15-slim

FROM ${DEBIAN_IMAGE} AS packages
# Certificates of a proxy that opens TLS, where there is one; they are not in the image.
ARG CERTIFICATES=""
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv ca-certificates \
  && printf '%s\n' "${CERTIFICATES}" > /usr/local/share/ca-certificates/build.crt && update-ca-certificates
ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python3 -m venv /opt/bom && /opt/bom/bin/pip install cyclonedx-bom==7.5.0
COPY services/strategy-runner/requirements.txt /opt/
# Nothing of a package's tests is imported, and pip does not run here.
RUN python3 -m venv /opt/venv && /opt/venv/bin/pip install --requirement /opt/requirements.txt \
  && /opt/bom/bin/cyclonedx-py environment --output-format JSON --output-file /opt/sbom.cdx.json /opt/venv/bin/python \
  && /opt/venv/bin/pip uninstall --yes pip setuptools \
  && find /opt/venv -depth -type d -name tests -exec rm -r {} + \
  && rm -rf /opt/venv/lib/python3*/site-packages/pyarrow/include

FROM ${DEBIAN_IMAGE}
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap ca-certificates python3 tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* \
  && echo 'tradeium:x:10001:10001::/tmp:/usr/sbin/nologin' >> /etc/passwd \
  && mkdir /var/lib/tradeium && chown 10001:10001 /var/lib/tradeium
COPY --from=packages /opt/venv /opt/venv
COPY --from=packages /opt/sbom.cdx.json /app/
COPY LICENSE /app/
COPY services/strategy-runner/sdk /app/sdk
COPY services/strategy-runner/strategies /app/strategies
COPY services/strategy-runner/tradeium_runner /app/tradeium_runner
WORKDIR /app
RUN /opt/venv/bin/python -m compileall -q sdk tradeium_runner
USER 10001:10001
ENV PATH=/opt/venv/bin:/usr/local/bin:/usr/bin:/bin HOME=/tmp TMPDIR=/tmp PYTHONUNBUFFERED=1 \
  BLOBS_DIRECTORY=/var/lib/tradeium/blobs HEALTH_HOST=0.0.0.0
ARG VERSION=0.0.0
LABEL org.opencontainers.image.title="tradeium/runner" org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.licenses="MIT"
# A killed sandbox leaves a process behind that only the first process of a container can collect: tini does.
ENTRYPOINT ["tini", "--", "python", "-m", "tradeium_runner"]
