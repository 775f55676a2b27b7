const WIDTH = 1200;
const HEIGHT = 630;
const BLOCKS = 10;

export interface Picture {
  readonly title: string;
  readonly figures: string;
  /** Share of the cards that came home, 0 to 1. */
  readonly home: number;
  readonly footer: string;
}

/** The result as a picture of the size that previews have; null where the browser cannot draw. */
export async function drawPicture({ title, figures, home, footer }: Picture): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const felt = context.createRadialGradient(WIDTH / 2, 0, 50, WIDTH / 2, 0, WIDTH);
  felt.addColorStop(0, '#1e6b4a');
  felt.addColorStop(1, '#124430');
  context.fillStyle = felt;
  context.fillRect(0, 0, WIDTH, HEIGHT);

  const write = (text: string, y: number, font: string, colour = '#ffffff') => {
    context.font = `${font} system-ui, sans-serif`;
    context.fillStyle = colour;
    context.textAlign = 'center';
    context.fillText(text, WIDTH / 2, y, WIDTH - 120);
  };
  write(title, 170, '700 68px');
  const [size, gap] = [72, 16];
  const left = (WIDTH - BLOCKS * size - (BLOCKS - 1) * gap) / 2;
  for (let n = 0; n < BLOCKS; n++) {
    context.fillStyle = n < Math.floor(BLOCKS * home) ? '#ffd75e' : 'rgb(255 255 255 / 0.16)';
    context.beginPath();
    context.roundRect(left + n * (size + gap), 250, size, size * 1.4, 10);
    context.fill();
  }
  write(figures, 460, '650 52px');
  write(footer, 560, '500 36px', '#d8e8de');
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
