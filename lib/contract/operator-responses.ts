import { z } from 'zod';

/** The 200 responses of the operator endpoints. */

export const healthResponse = <Status extends string>(status: Status) =>
  z.strictObject({ success: z.literal(true), data: z.strictObject({ status: z.literal(status) }) });

export const openApiResponse = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });

/** Prometheus' text format. */
export const metricsResponse = z.string();
