interface ProgressRingProps {
  label: string
  done: number
  total: number
  size?: number | undefined
}

const radius = 16
const around = 2 * Math.PI * radius

/** Progress where there is little room: a ring with the count in it. */
export function ProgressRing({ label, done, total, size = 48 }: ProgressRingProps) {
  const share = total > 0 ? Math.min(1, done / total) : 0
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" role="img" aria-label={label} className="shrink-0">
      <circle cx="20" cy="20" r={radius} fill="none" strokeWidth="4" className="stroke-hover" />
      {share > 0 && (
        <circle
          cx="20"
          cy="20"
          r={radius}
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={`${around * share} ${around}`}
          transform="rotate(-90 20 20)"
          className={share === 1 ? 'stroke-success' : 'stroke-accent-ink'}
        />
      )}
      <text x="20" y="24" textAnchor="middle" className="fill-ink text-[0.7rem] font-bold tabular-nums">
        {done}/{total}
      </text>
    </svg>
  )
}
