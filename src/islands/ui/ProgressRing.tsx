import { progressRing, progressRingLook } from './progress-ring-look.ts'

interface ProgressRingProps {
  label: string
  done: number
  total: number
  size?: number | undefined
}

/**
 * Progress as a ring around `done/total`, for narrow places. `size` is its side in pixels; only screen readers get
 * `label`.
 */
export function ProgressRing({ label, done, total, size = 48 }: ProgressRingProps) {
  const { share, radius, dashes } = progressRing(done, total)
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      role="img"
      aria-label={label}
      className={progressRingLook.frame}
    >
      <circle cx="20" cy="20" r={radius} fill="none" strokeWidth="4" className={progressRingLook.track} />
      {share > 0 && (
        <circle
          cx="20"
          cy="20"
          r={radius}
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={dashes}
          transform="rotate(-90 20 20)"
          className={progressRingLook.bar(share)}
        />
      )}
      <text x="20" y="24" textAnchor="middle" className={progressRingLook.text}>
        {done}/{total}
      </text>
    </svg>
  )
}
