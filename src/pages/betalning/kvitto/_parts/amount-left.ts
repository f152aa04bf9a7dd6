interface PaidAmounts {
  amount: number
  refunds: readonly { amount: number }[]
}

/** Returns the part of a payment that has not been refunded, counted in öre so that no fraction is lost. */
export const amountLeft = ({ amount, refunds }: PaidAmounts): number =>
  refunds.reduce((minor, refund) => minor - Math.round(refund.amount * 100), Math.round(amount * 100)) / 100
