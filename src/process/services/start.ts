import type { FastifyInstance } from 'fastify';
import { createPartnerApp } from '../../partner/app.ts';
import { isPartner } from '../../partner/program/index.ts';
import type { Auth, ServiceName } from '../../platform/auth/index.ts';
import { createMetricsApp, type ServiceDependencies } from '../../platform/http/index.ts';
import type { Logs, Metrics } from '../../platform/telemetry/index.ts';
import { createTradingApp } from '../../trading/app.ts';
import { VERSION } from '../../version.ts';
import { consoleFolder } from './console-folder.ts';
import { partnerEndpoints, tradingEndpoints } from '../endpoints.ts';
import { partnerEvents, tradingEvents } from '../events.ts';
import { healthOf } from '../health.ts';
import { isMailConfigured } from '../notices.ts';
import type { Parts } from '../parts.ts';
import { listen, notePorts } from './ports.ts';
import { addressOf, publicUrl } from '../public-url.ts';
import type { Resources } from '../resources.ts';

interface Serving extends Resources {
  readonly auth: Auth;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly stopping: AbortSignal;
}

/** Serves the roles of this process over HTTP, and its metrics. Resolves with a line about the address of each. */
export async function startServices(parts: Parts, serving: Serving): Promise<string[]> {
  const { config, facts, database, clock, logs, metrics, personal } = serving;
  const lines: string[] = [];
  const ports: Partial<Record<ServiceName | 'metrics', number>> = {};
  const common = { db: database.db, clock, logs, metrics, limits: config.http };

  const mailState = { isMailConfigured: isMailConfigured(serving) };

  const open = async (name: ServiceName | 'metrics', app: FastifyInstance): Promise<void> => {
    // In an object, because an app can itself be awaited.
    await parts.open({ app }, (opened) => drain(opened.app, config.shutdownTimeoutMs));
    await listen(app, { name, ...config[name] });
    ports[name] = config[name].port;
  };
  const dependenciesOf = (name: ServiceName): ServiceDependencies => {
    const url = publicUrl(config, name);
    lines.push(`  ${name.padEnd(9)} ${url}/console/    reference: ${url}/docs`);
    return {
      ...common,
      auth: serving.auth.forService(name, url, facts && ((uid) => isPartner(facts, uid))),
      trustProxies: config.http.trustProxies,
      publicUrl: url,
      version: VERSION,
      consoleFolder: consoleFolder(name),
      ...healthOf(name, serving),
    };
  };

  if (config.roles.includes('trading')) {
    const endpoints = tradingEndpoints(serving, { ...config.conversions, ...mailState });
    await open('trading', createTradingApp(endpoints, tradingEvents, dependenciesOf('trading')));
  }
  if (facts) {
    const endpoints = partnerEndpoints(facts, {
      ...config.reports,
      ...mailState,
      linkUrl: config.partner.linkUrl,
      disbursements: {
        ...config.disbursements,
        onChain: config.onChain,
        issuer: config.selfBilling,
        personal,
      },
      webhooks: serving.webhooks,
    });
    await open('partner', createPartnerApp(endpoints, partnerEvents, dependenciesOf('partner')));
  }
  if (config.metrics.port > 0) {
    await open('metrics', createMetricsApp({ ...common, ...healthOf('process', serving) }));
    lines.push(`  metrics   ${addressOf(config.metrics)}/metrics`);
  }
  await notePorts(config, ports);
  return lines;
}

/** Waits for the requests under way; those that take longer than allowed lose their connection. */
async function drain(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  await app.close();
  clearTimeout(timer);
}
