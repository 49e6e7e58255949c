FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY exchange/package.json exchange/
COPY sdk/package.json sdk/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
COPY console console
COPY exchange exchange
COPY sdk sdk
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/console/dist console/dist
COPY migrations migrations
RUN install -d -o node -g node -m 711 /data
VOLUME /data
USER node
EXPOSE 8080 8081 8082
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", \
  "const ports = [8080, 8081, 8082]; Promise.any(ports.map(async (port) => { if (!(await fetch(`http://127.0.0.1:${port}/healthz`)).ok) throw 0; })).catch(() => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["serve", "--config", "/etc/quaestor/quaestor.yaml"]
