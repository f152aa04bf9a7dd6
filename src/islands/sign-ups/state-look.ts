import { CircleCheck, CircleX, Clock, UserCheck } from '@lucide/icons'

/** Tone and icon of each state of a sign-up. */
export const signUpStateLooks = {
  pending: { tone: 'warning', icon: Clock },
  signedUp: { tone: 'accent', icon: UserCheck },
  attended: { tone: 'neutral', icon: UserCheck },
  completed: { tone: 'success', icon: CircleCheck },
  canceled: { tone: 'neutral', icon: CircleX },
} as const
