import { isOrganizationNumber } from '#api/people/organizations/management/rules.ts'
import type { PeppolBuyer, PeppolRow, PeppolSeller } from './peppol.ts'
import { toXmlText } from './xml.ts'

/** A field without which a Peppol document would be invalid, and whose it is. */
export interface MissingField {
  field:
    | ('orgNr' | 'orgNrInvalid' | 'sellerName' | 'buyerName' | 'vatNumber' | 'vatNumberInvalid')
    | ('bankgiroInvalid' | 'ibanInvalid' | 'paymentDaysInvalid')
  name: string
}

function findMissingNumber({ name, orgNr }: { name: string; orgNr: string | null }): MissingField[] {
  if (!orgNr?.trim()) return [{ field: 'orgNr', name }]
  return isOrganizationNumber(orgNr) ? [] : [{ field: 'orgNrInvalid', name }]
}

type PartyWithoutNumber<Party> = Omit<Party, 'orgNr'> & { orgNr: string | null }

interface PeppolPart {
  buyer: PartyWithoutNumber<PeppolBuyer>
  rows: readonly Pick<PeppolRow, 'vatRate'>[]
}

/** Lists the accounts of the seller that no bank has; they are variables of the portal, which nobody checks before. */
function findWrongAccounts({ name, bankgiro, iban }: PartyWithoutNumber<PeppolSeller>): MissingField[] {
  const isBankgiro = bankgiro === null || /^\d{3,4}-?\d{4}$/.test(bankgiro.trim())
  const isIban = iban === null || /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban.replace(/\s/g, ''))
  return [
    ...(isBankgiro ? [] : [{ field: 'bankgiroInvalid' as const, name }]),
    ...(isIban ? [] : [{ field: 'ibanInvalid' as const, name }]),
  ]
}

/**
 * Lists what is missing or invalid for the Peppol documents of some invoices, the seller's fields first; empty when
 * nothing is. Each field of each organisation is named once. A VAT number is required only when a row has VAT.
 * Configured accounts (bankgiro, IBAN) are checked too.
 */
export function findMissing(seller: PartyWithoutNumber<PeppolSeller>, invoices: readonly PeppolPart[]): MissingField[] {
  const hasVat = invoices.some(({ rows }) => rows.some(({ vatRate }) => vatRate > 0))
  const { name, vatNumber } = seller
  const found: MissingField[] = [
    ...(toXmlText(name) ? findMissingNumber(seller) : [{ field: 'sellerName' as const, name }]),
    ...(hasVat && vatNumber === null ? [{ field: 'vatNumber' as const, name }] : []),
    ...(vatNumber !== null && !/^SE\d{12}$/.test(vatNumber) ? [{ field: 'vatNumberInvalid' as const, name }] : []),
    ...findWrongAccounts(seller),
    ...invoices.flatMap(({ buyer }) =>
      toXmlText(buyer.name) ? findMissingNumber(buyer) : [{ field: 'buyerName' as const, name: buyer.orgNr ?? '' }],
    ),
  ]
  return [...new Map(found.map((one) => [`${one.field} ${one.name}`, one])).values()]
}
