/** The steps of creating an account. */
const registerSteps = ['address', 'code', 'details', 'done'] as const
export type RegisterStep = (typeof registerSteps)[number]

/** Returns the step of a submitted form; the first one for any other text. */
export const parseStep = (text: string): RegisterStep => registerSteps.find((step) => step === text) ?? 'address'

const followers: Record<RegisterStep, RegisterStep> = {
  address: 'code',
  code: 'details',
  details: 'done',
  done: 'address',
}

/**
 * Returns the step to show: the next one after an accepted form, or else the refused one. After the last step it begins
 * again.
 */
export const nextRegisterStep = (sent: RegisterStep, isAccepted: boolean): RegisterStep =>
  isAccepted ? followers[sent] : sent
