import { encode } from 'uqr'

/** The quiet zone that readers need, in modules. */
const BORDER = 4

export interface QrCode {
  /** Modules per side, with the quiet zone. */
  readonly size: number
  /** The dark modules as a path of an SVG. */
  readonly path: string
}

export function createQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue
      let end = x
      while (row[end + 1] === true) end += 1
      path += `M${x} ${y}h${end - x + 1}v1h-${end - x + 1}z`
      x = end
    }
  }
  return { size, path }
}

/** A stand-alone SVG document: always dark on white, which every reader understands. */
export function toSvg({ size, path }: QrCode): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  )
}

/** An image of about 1024 pixels with whole pixels per module. */
export async function toPng({ size, path }: QrCode): Promise<Blob> {
  const scale = Math.max(1, Math.round(1024 / size))
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser cannot draw')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('no image was made')) : resolve(blob)),
      'image/png',
    )
  })
}
