import { createTransport } from 'nodemailer';

/** Sends e-mail. */
export interface Mail {
  send(to: string, words: { readonly subject: string; readonly text: string }): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/**
 * @param url the mail server, e.g. `smtps://user:password@mail.example.org`
 * @param from the sender, e.g. `Same Deal <cards@example.org>`
 */
export function openMail(url: string, from: string): Mail {
  const transport = createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    { from },
  );
  return {
    async send(to, { subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
    close: () => transport.close(),
  };
}
