/** Numbers of rows per page that a person can choose for an office list. */
export const pageSizes = [25, 50, 100, 200] as const
