/** Whether `Accept` names `text/csv`, and does not prefer JSON to it. */
export function wantsCsv(accept: string | null): boolean {
  const weights = new Map((accept ?? '').toLowerCase().split(',').map(mediaRange));
  const csv = weights.get('text/csv') ?? 0;
  return csv > 0 && csv >= (weights.get('application/json') ?? 0);
}

/** A media range with its weight (RFC 9110, section 12.4.2). */
function mediaRange(text: string): [type: string, weight: number] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}
