import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'

/**
 * True when the caller may not see club, guardian, age and answers of a person with a protected identity: all but the
 * person and superadministrators. False for a person without protection.
 */
export const isIdentityHidden = (
  { actor }: Ctx,
  { id, protectedAt }: { id: number; protectedAt: Date | null },
): boolean => protectedAt !== null && id !== actor.id && !isSuperadministrator(actor)

/** Fields of a sign-up that identify a person, with the values that replace them for a protected identity. */
export const protectedSignUpFields = { invoiceRecipientId: null, guardianUserId: null, customAnswers: [] }
