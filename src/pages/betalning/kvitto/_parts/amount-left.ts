/**
 * Amounts in kronor. `refunds` are those that have been made, as a receipt lists them: none that is due or has failed.
 */
interface PaidAmounts {
  amount: number
  refunds: readonly { amount: number }[]
}

/**
 * Returns the amount in kronor of a payment that has not been refunded: all of `refunds`, in kronor, are subtracted.
 * Counts in öre to avoid rounding errors.
 */
export const amountLeft = ({ amount, refunds }: PaidAmounts): number =>
  refunds.reduce((minor, refund) => minor - Math.round(refund.amount * 100), Math.round(amount * 100)) / 100
