/**
 * `pnpm winnability losses [--variants A,B] [--list DEAL]`: verifies the certificates of lost deals in docs/winnability by the
 * program in `losses`, which shares no code with the solver. Exits with 1 if one is refused. `--list` prints a deal's closed
 * set instead, a position on each line. Last line: JSON.
 */
import { parseArgs } from 'node:util';
import { formatPosition } from '@same-deal/engine';
import { gameOf, refusalOf } from './losses/certificates.ts';
import { closureOf } from './losses/closure.ts';
import { loadCertificates } from './losses/kept.ts';
import { dealAt } from './search.ts';

const { values } = parseArgs({
  options: { variants: { type: 'string' }, list: { type: 'string' } },
});
const requested = values.variants?.split(',');
const certificates = loadCertificates().filter(
  ({ variant, deal }) =>
    (!requested || requested.includes(variant)) && (!values.list || Number(values.list) === deal),
);
if (certificates.length === 0) {
  console.error(
    'no certificate of that kind; usage: pnpm winnability losses [--variants A,B] [--list DEAL]',
  );
  process.exit(2);
}

const counts: Record<string, { verified: number; refused: number; positions: number }> = {};
for (const certificate of certificates) {
  const { variant, deal } = certificate;
  if (values.list) {
    const game = gameOf(variant, certificate.start);
    if (game) closureOf(game, Infinity, (position) => console.log(position));
    continue;
  }
  const refusal = refusalOf(certificate, formatPosition(dealAt(variant, deal)));
  const count = (counts[variant] ??= { verified: 0, refused: 0, positions: 0 });
  if (refusal === undefined) count.verified++;
  else {
    count.refused++;
    console.error(`${variant} deal ${deal} is refused: ${refusal}`);
    process.exitCode = 1;
  }
  if ('positions' in certificate) count.positions += certificate.positions;
}
if (!values.list) console.log(JSON.stringify({ losses: counts }));
