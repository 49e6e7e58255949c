import type { Endpoint, EndpointAnswer, EndpointRequest, HeaderDeclaration } from './endpoint.ts';

export const LOCATION_HEADER = 'location';

export const locationDeclaration = (location: string): HeaderDeclaration => ({
  description: 'The path of what was created.',
  example: location,
});

/** The answer with the path of what was created, unless another process has added it. */
export function withLocation(
  { location }: Endpoint,
  { params, body }: EndpointRequest<unknown, unknown, unknown>,
  answer: EndpointAnswer,
): EndpointAnswer {
  if (location === undefined || answer.status !== 201 || answer.headers?.[LOCATION_HEADER] !== undefined)
    return answer;
  const members = { ...membersOf(body), ...membersOf(params), ...membersOf(answer.body) };
  const path = location.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(members[name])),
  );
  return { ...answer, headers: { ...answer.headers, [LOCATION_HEADER]: path } };
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' ? (value as Record<string, unknown>) : {};
