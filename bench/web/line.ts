/** A line to the service that is slower than this machine's, for what DevTools does not slow down. */
import net from 'node:net';
import { DELAY_MS } from './slow.ts';

/**
 * What a line does: passes everything on at once; passes on at once what DevTools slows down itself, and late what comes
 * over a web socket, whose frames it lets through; passes everything on late, for service workers; or answers nothing.
 */
export type LineState = 'quick' | 'late-frames' | 'slow' | 'silent';

const UPGRADE = /^upgrade: websocket/im;

/** @returns its address, and its state, which may be changed */
export async function lineTo(service: string, state: LineState) {
  const port = Number(new URL(service).port);
  const line = { state };
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    let hasFrames = false;
    const pass = (from: net.Socket, to: net.Socket) => {
      from.on('data', (chunk) => {
        if (line.state === 'silent') return;
        const isLate = line.state === 'slow' || (line.state === 'late-frames' && hasFrames);
        if (isLate) setTimeout(() => to.writable && to.write(chunk), DELAY_MS / 2);
        else to.write(chunk);
      });
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    };
    pass(near, far);
    pass(far, near);
    // Once it has been passed on: the handshake itself is a request like others.
    far.once('data', (answer) => (hasFrames = UPGRADE.test(answer.toString('latin1'))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as net.AddressInfo;
  return { line, url: `http://localhost:${own}`, close: () => server.close() };
}
