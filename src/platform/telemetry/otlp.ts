import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/** Loads the SDK, so it is imported only where traces are configured. */
export function openProvider(url: string, version: string): NodeTracerProvider {
  const own = resourceFromAttributes({ 'service.name': 'quaestor', 'service.version': version });
  const environment = detectResources({ detectors: [envDetector] });
  return new NodeTracerProvider({
    resource: defaultResource().merge(own).merge(environment),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))],
  });
}
