import type { SQL } from 'drizzle-orm'
import { declareContribution } from '#api/contributed.ts'

/** SQL query of the ids of the people who are notified of what the register leaves unclear. */
export const noticeRecipients = declareContribution<SQL>('recipients of notices about organisations')
