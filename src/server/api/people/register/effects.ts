import type { Ctx } from '#api/context.ts'
import { declareContribution } from '#api/contributed.ts'
import type { Database, Statement } from '#platform/database.ts'

/**
 * Returns the statements by which the register protects an identity, or ends its own protection, with an audit entry.
 */
export const protectionByRegister =
  declareContribution<(ctx: Ctx<null>, userId: number, isProtected: boolean) => Promise<Statement[]>>(
    'protection by the register',
  )

/** Returns the statement that cancels a person's coming sign-ups. */
export const endBookings =
  declareContribution<(db: Database, userId: number, now: Date) => Statement>('end of coming bookings')
