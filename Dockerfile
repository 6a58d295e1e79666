# One image for API, workers and database preparation; a second target carries the simulators.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
WORKDIR /app
ENV SCARF_ANALYTICS=false DO_NOT_TRACK=1
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY api/package.json api/
COPY workers/package.json workers/
COPY scripts/package.json scripts/
COPY storefront/package.json storefront/
COPY admin/package.json admin/

FROM base AS build
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
# All packages are prebuilt: no package's own install step runs, in this stage or the next.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts && node scripts/sbom.ts sbom.json

# The simulators of gateways, suppliers, SMS and mail. Never part of a production deployment.
FROM build AS simulators
RUN install -d -o node -g node /data
USER node
CMD ["node", "tests/simulators/main.ts"]

FROM base AS dependencies
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --include-workspace-root=false \
  --workspace=shared --workspace=api --workspace=workers --workspace=scripts

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS app
# Other containers reach the processes; the compose file publishes none of them.
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY shared shared
COPY api api
COPY workers workers
# Only the scripts that a production shop runs: nothing of the demo, the launcher and the tests.
COPY scripts/package.json scripts/prepare-database.ts scripts/cli.ts scripts/
COPY scripts/processes/cli-error.ts scripts/processes/process-alive.ts scripts/processes/
COPY scripts/cli scripts/cli
COPY scripts/backup scripts/backup
COPY deploy/is-ready.sh deploy/keep-compiled.mjs deploy/
COPY LICENSE THIRD_PARTY_LICENSES ./
# The bill of materials, for scanners: docker run --rm jhatpat-app cat sbom.json
COPY --from=build /app/sbom.json ./
COPY --from=build /app/storefront/dist storefront/dist
COPY --from=build /app/admin/dist admin/dist
# These settings match scripts/launcher/memory-flags.ts.
ENV NODE_COMPILE_CACHE=/app/.cache/compiled MALLOC_ARENA_MAX=2
# For npm run cli, ledger:verify and audit:verify: only /tmp can be written, and a command's output is its own.
ENV NPM_CONFIG_CACHE=/tmp/npm NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_LOGLEVEL=silent
# A new volume for evidence or backups takes its owner.
RUN install -d -o node -g node .cache/compiled /evidence /backups
USER node
RUN ["node", "--max-semi-space-size=8", "--initial-old-space-size=64", "--heap-growing-percent=50", "deploy/keep-compiled.mjs"]
# Last, so that another commit leaves the stages above as they are.
ARG APP_REVISION=
ENV APP_REVISION=$APP_REVISION
LABEL org.opencontainers.image.title="Jhatpat" \
  org.opencontainers.image.version="1.0.0" \
  org.opencontainers.image.revision=$APP_REVISION \
  org.opencontainers.image.licenses="LicenseRef-proprietary"
EXPOSE 3000
CMD ["node", "--max-semi-space-size=8", "--initial-old-space-size=64", "--heap-growing-percent=50", "api/src/main.ts"]
