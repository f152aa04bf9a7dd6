import { CircleCheck, CircleX, Clock, Flag } from '@lucide/icons'

/** Tone and icon of each state on an exam. */
export const examStateLooks = {
  pending: { tone: 'warning', icon: Clock },
  signedUp: { tone: 'accent', icon: Flag },
  passed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  canceled: { tone: 'neutral', icon: CircleX },
} as const
