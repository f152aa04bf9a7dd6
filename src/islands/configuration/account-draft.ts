import type { IntegrationAccount, IntegrationAccountEdit } from '#api/people/integrations/contract.ts'

/** Values of the form of an integration account; without an id a new account. */
export interface AccountDraft extends Omit<IntegrationAccountEdit, 'lastChange'> {
  id?: number
  /** Names of the organisations that the account had when the form was opened. */
  organizations: IntegrationAccount['organizations']
  lastChange?: Date
}

/** Draft of a new account: may read people, everywhere, without a last day. */
export const newAccount: AccountDraft = {
  name: '',
  roles: ['IntegrationRead'],
  resources: ['people'],
  organizationIds: [],
  organizations: {},
  expiresOn: null,
  active: true,
}

type Expiry = 'none' | 'coming' | 'past'

/**
 * Classifies the last day of an account on the day `today`: `none`, `coming` (today too) or `past`. Days are
 * `yyyy-MM-dd`.
 */
export const findExpiry = (expiresOn: string | null, today: string): Expiry => {
  if (expiresOn === null) return 'none'
  return expiresOn < today ? 'past' : 'coming'
}
