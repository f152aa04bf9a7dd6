/** Width of the drawing that a signature's path is in; its height follows below. */
export const signatureWidth = 600
export const signatureHeight = 200

/** True for a drawn signature, which is an SVG path; false for a typed name. */
export const isDrawn = (value: string) => /^M\d/.test(value)

/** Draws a signature's SVG path, in the coordinates of its drawing; for use inside an `svg`. */
export const PenPath = ({ value }: { value: string }) => (
  <path d={value} fill="none" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" className="stroke-ink" />
)

/**
 * Shows a stored signature: a drawn one, which is an SVG path, or a typed name. `label` describes the drawing to screen
 * readers.
 */
export function Signature({ value, label }: { value: string; label: string }) {
  if (!isDrawn(value)) return <p className="font-display text-xl italic">{value}</p>
  return (
    <svg
      viewBox={`0 0 ${signatureWidth} ${signatureHeight}`}
      role="img"
      aria-label={label}
      className="block aspect-3/1 w-full max-w-60"
    >
      <PenPath value={value} />
    </svg>
  )
}
