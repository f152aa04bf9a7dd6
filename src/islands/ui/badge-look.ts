const tones = {
  neutral: 'bg-hover text-ink',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

export interface BadgeLook {
  tone?: keyof typeof tones | undefined
  /** Whether the text wraps where there is little room, for badges with a sentence. */
  wraps?: boolean | undefined
  /** Whether it has an edge in the colour of its text, for a background of the same colour. */
  isEdged?: boolean | undefined
}

/** Returns the classes of a badge, as one text. */
export const badgeLook = ({ tone = 'neutral', wraps = false, isEdged = false }: BadgeLook) =>
  `${isEdged ? 'ring-1 ring-current ' : ''}inline-flex items-center gap-1.5 px-2.5 py-0.5 text-xs font-semibold ${wraps ? 'rounded-card' : 'rounded-full whitespace-nowrap max-[22rem]:whitespace-normal'} ${tones[tone]}`
