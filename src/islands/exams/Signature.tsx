export const signatureWidth = 600
export const signatureHeight = 200

/** A pen's path, and not a typed name. */
export const isDrawn = (value: string) => /^M\d/.test(value)

/** The line of the pen, in a drawing of the signature's measures. */
export const PenPath = ({ value }: { value: string }) => (
  <path d={value} fill="none" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" className="stroke-ink" />
)

/** A signature as it was given, to be read. */
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
