interface ProgressProps {
  label: string
  /** Absent: how long it takes is not known. */
  done?: number | undefined
  total?: number | undefined
  /** The progress in words, for example "3 av 5 delmoment". */
  text?: string | undefined
  labelHidden?: boolean | undefined
}

const bar =
  'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hover text-accent-ink ' +
  '[&::-moz-progress-bar]:bg-accent-ink [&::-webkit-progress-bar]:bg-hover ' +
  '[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent-ink [&::-webkit-progress-value]:transition-all ' +
  'indeterminate:animate-pulse indeterminate:bg-accent-ink [&:indeterminate::-webkit-progress-bar]:bg-accent-ink [&:indeterminate::-moz-progress-bar]:bg-accent-ink'

/** How far something has come. */
export function Progress({ label, done, total = 100, text, labelHidden }: ProgressProps) {
  return (
    <div>
      <div className={labelHidden ? 'sr-only' : 'mb-1.5 flex justify-between gap-4 text-sm'}>
        <span className="font-medium">{label}</span>
        {text && <span className="text-muted tabular-nums">{text}</span>}
      </div>
      <progress
        className={bar}
        aria-label={label}
        aria-valuetext={text}
        max={total}
        {...(done !== undefined && { value: done })}
      />
    </div>
  )
}
