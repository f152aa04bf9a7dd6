import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'

/** Whether the caller is kept from what tells who and whose a person is: their club, guardian, age and answers. */
export const hidesWho = ({ actor }: Ctx, { id, protectedAt }: { id: number; protectedAt: Date | null }): boolean =>
  protectedAt !== null && id !== actor.id && !isSuperadministrator(actor)

/** Fields of a sign-up that lead to a person with a protected identity. */
export const hiddenOfProtected = { invoiceRecipientId: null, guardianUserId: null, customAnswers: [] }
