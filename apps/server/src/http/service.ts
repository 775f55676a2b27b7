import { serviceInfo } from '@same-deal/protocol';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

/** `GET /api/service`: what the page must know of the installation. */
export const serviceRoutes: FastifyPluginAsyncZod<{
  readonly publicUrl: string | undefined;
  readonly sendsEmail: boolean;
}> = async (app, { publicUrl, sendsEmail }) => {
  app.get(
    '/api/service',
    {
      schema: {
        summary: 'what the page must know about the installation',
        response: { 200: serviceInfo },
      },
    },
    async () => ({
      publicUrl: publicUrl ?? null,
      sendsEmail,
    }),
  );
};
