import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** How far an order has come, in the words of BankID's collect; a code that comes later reads as `unknown`. */
const hintCodes = [
  'outstandingTransaction',
  'noClient',
  'started',
  'userMrtd',
  'userSign',
  'expiredTransaction',
  'certificateErr',
  'userCancel',
  'cancelled',
  'startFailed',
  'notSupportedByUserApp',
  'transactionRiskBlocked',
  'processing',
  'unknown',
] as const

export const HintCode = z.enum(hintCodes)
export type HintCode = z.infer<typeof HintCode>

interface Asking {
  endUserIp: string
  /** Where the app sends the person back to when it runs on the same device; null when it runs on another. */
  returnUrl: string | null
}

export interface StartedOrder {
  orderRef: string
  autoStartToken: string
  qrStartToken: string
  /** Never leaves the server: whoever has it can draw the codes. */
  qrStartSecret: string
}

export type Collected =
  | { status: 'pending' | 'failed'; hintCode: HintCode }
  | { status: 'complete'; personalNumber: string }

/** Somebody who vouches for who a person is. Orders are told apart by the provider's own reference. */
export interface ExternalLoginProvider {
  start: (asking: Asking) => Promise<StartedOrder>
  collect: (orderRef: string) => Promise<Collected>
  /** An order that is over already is cancelled too. */
  cancel: (orderRef: string) => Promise<void>
  qrText: (order: Pick<StartedOrder, 'qrStartToken' | 'qrStartSecret'>, seconds: number) => string
  /** Opens the app on the device that the link is pressed on. */
  startUrl: (autoStartToken: string) => string
}

/** The provider cannot answer now. `inProgress`: because it has an order of the same person under way. */
export class ProviderTrouble extends Error {
  readonly inProgress: boolean

  constructor(message: string, inProgress = false) {
    super(message)
    this.name = 'ProviderTrouble'
    this.inProgress = inProgress
  }
}

/** The animated code of one second: only who holds the order's secret can draw the next. */
export function qrTextOf(prefix: string, order: Pick<StartedOrder, 'qrStartToken' | 'qrStartSecret'>, seconds: number) {
  const proof = createHmac('sha256', order.qrStartSecret).update(String(seconds)).digest('hex')
  return `${prefix}.${order.qrStartToken}.${seconds}.${proof}`
}
