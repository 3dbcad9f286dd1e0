#!/bin/sh
# Makes Temporal's two databases in PostgreSQL, or brings them up to date. SQL_PASSWORD is the password of their user.
set -eu
tool="temporal-sql-tool --plugin postgres12 --ep postgresql --port 5432 --user temporal"
until $tool --db temporal_visibility create; do sleep 2; done
for store in temporal visibility; do
  db=temporal; [ $store = temporal ] || db=temporal_visibility
  $tool --db $db setup-schema --version 0.0
  $tool --db $db update-schema --schema-dir /etc/temporal/schema/postgresql/v12/$store/versioned
done
