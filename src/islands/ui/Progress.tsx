import { progressLook } from './progress-look.ts'

interface ProgressProps {
  label: string
  /** Absent for an unknown duration. */
  done?: number | undefined
  total?: number | undefined
  /** The progress as text, for example "3 av 5 delmoment". */
  text?: string | undefined
  hidesLabel?: boolean | undefined
}

/**
 * Progress bar from 0 to `total`, 100 by default, with its label and `text` above; `hidesLabel` leaves both to screen
 * readers. Without `done` it shows that the duration is unknown.
 */
export function Progress({ label, done, total = 100, text, hidesLabel }: ProgressProps) {
  return (
    <div>
      <div className={progressLook.texts(hidesLabel)}>
        <span className={progressLook.label}>{label}</span>
        {text && <span className={progressLook.text}>{text}</span>}
      </div>
      <progress
        className={progressLook.bar}
        aria-label={label}
        aria-valuetext={text}
        max={total}
        {...(done !== undefined && { value: done })}
      />
    </div>
  )
}
