# The runner's image with the attacks on its sandbox; `npm run images -- --attack` runs them in every way that is supported.
ARG DEBIAN_IMAGE=debian:12.15-slim
ARG RUNNER_IMAGE=tradeium/runner:latest

FROM ${DEBIAN_IMAGE} AS packages
ARG CERTIFICATES=""
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv ca-certificates \
  && printf '%s\n' "${CERTIFICATES}" > /usr/local/share/ca-certificates/build.crt && update-ca-certificates
COPY services/strategy-runner/requirements-dev.txt /opt/
RUN python3 -m venv /opt/pip && PIP_CERT=/etc/ssl/certs/ca-certificates.crt /opt/pip/bin/pip install --no-cache-dir \
  --target=/opt/tests $(grep '^pytest==' /opt/requirements-dev.txt)

FROM ${RUNNER_IMAGE}
COPY --from=packages /opt/tests /opt/tests
COPY services/strategy-runner/pyproject.toml /app/
COPY services/strategy-runner/tests /app/tests
# The home folder must be one that the sandbox does not have.
ENV PYTHONPATH=/opt/tests PYTHONDONTWRITEBYTECODE=1 HOME=/var/lib/tradeium
ENTRYPOINT ["tini", "--", "python", "-m", "pytest", "-p", "no:cacheprovider"]
CMD ["tests/test_trial.py", "tests/test_walls.py", "tests/test_attacks_on_the_host.py", \
  "tests/test_attacks_on_resources.py", "tests/test_attacks_on_the_answer.py"]
