/** The orders of the audit log, each with its usual direction. */
export const auditOrders = { when: 'descending' } as const
