import { isOrganizationNumber } from '#api/people/organizations/management/rules.ts'
import type { PeppolBuyer, PeppolRow, PeppolSeller } from './peppol.ts'

/** A field without which a Peppol document would be invalid, and whose it is. */
export interface MissingField {
  field: 'orgNr' | 'orgNrInvalid' | 'sellerName' | 'vatNumber' | 'vatNumberInvalid'
  name: string
}

function findMissingNumber({ name, orgNr }: { name: string; orgNr: string | null }): MissingField[] {
  if (!orgNr?.trim()) return [{ field: 'orgNr', name }]
  return isOrganizationNumber(orgNr) ? [] : [{ field: 'orgNrInvalid', name }]
}

type Unchecked<Party> = Omit<Party, 'orgNr'> & { orgNr: string | null }

interface PeppolPart {
  buyer: Unchecked<PeppolBuyer>
  rows: readonly Pick<PeppolRow, 'vatRate'>[]
}

/**
 * Lists what is missing for the Peppol documents of some invoices, the seller's fields first, each field of each
 * organisation once; empty when nothing is.
 */
export function findMissing(seller: Unchecked<PeppolSeller>, invoices: readonly PeppolPart[]): MissingField[] {
  const hasVat = invoices.some(({ rows }) => rows.some(({ vatRate }) => vatRate > 0))
  const { name, vatNumber } = seller
  const found: MissingField[] = [
    ...(name.trim() ? findMissingNumber(seller) : [{ field: 'sellerName' as const, name }]),
    ...(hasVat && vatNumber === null ? [{ field: 'vatNumber' as const, name }] : []),
    ...(vatNumber !== null && !/^SE\d{12}$/.test(vatNumber) ? [{ field: 'vatNumberInvalid' as const, name }] : []),
    ...invoices.flatMap(({ buyer }) => findMissingNumber(buyer)),
  ]
  return [...new Map(found.map((one) => [`${one.field} ${one.name}`, one])).values()]
}
