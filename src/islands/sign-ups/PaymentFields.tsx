import { useStore } from '@nanostores/react'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Link } from '../ui/Link.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'
import { chosenMethod, listMethods, type SignUpStore } from './sign-up-state.ts'

interface PayingFieldsProps {
  offer: SignUpOffer
  store: SignUpStore
  /** Begins the names of the fields of a further person, who pays in the same way as the first. */
  prefix?: string | undefined
  /** Name of the person, when it is another than the reader. */
  person?: string | undefined
}

function useProblem(store: SignUpStore) {
  const t = useTexts('sign-ups')
  const { problems } = useStore(store.$state)
  return (field: string) => {
    const problem = problems.find(({ name }) => name === field)
    return problem && t(problem.message)
  }
}

function Recipient({ offer, store, prefix = '' }: PayingFieldsProps) {
  const t = useTexts('sign-ups')
  const errorOf = useProblem(store)
  const { form } = useStore(store.$state)
  return (
    <Select
      name={`${prefix}recipient`}
      label={t('recipient')}
      hint={t('recipientHint')}
      required
      error={errorOf('recipient')}
      placeholder={t('choose')}
      options={offer.invoiceRecipients.map(({ id, name }) => ({ value: id, label: name }))}
      value={form.invoiceRecipientId ?? ''}
      onChange={(event) => store.change({ invoiceRecipientId: Number(event.target.value) || null })}
    />
  )
}

function Terms({ store }: { store: SignUpStore }) {
  const t = useTexts('sign-ups')
  const errorOf = useProblem(store)
  const { form } = useStore(store.$state)
  return (
    <Checkbox
      name="terms"
      label={
        <>
          {t('terms')}{' '}
          <Link href="/kopvillkor" isExternal>
            {t('termsLink')}
          </Link>
        </>
      }
      required
      error={errorOf('terms')}
      checked={form.acceptsTerms}
      onChange={(event) => store.change({ acceptsTerms: event.target.checked })}
    />
  )
}

/**
 * Fields for the payment method, where there are several, and its details: the recipient of an invoice, or the terms of
 * a card payment; nothing when there is no fee. With `prefix`, only the recipient of an invoice: the first person
 * chooses the method and accepts the terms.
 */
export function PaymentFields({ offer, store, prefix = '', person }: PayingFieldsProps) {
  const t = useTexts('sign-ups')
  const errorOf = useProblem(store)
  const { form } = useStore(store.$state)
  const method = chosenMethod(form, offer)
  const invoiceHint = person ? t('payByInvoiceHintPerson', { name: person }) : t('payByInvoiceHint')
  const cardHint = person ? t('payByCardHintPerson', { name: person }) : t('payByCardHint')
  return (
    <>
      {prefix === '' && listMethods(offer).length > 1 && (
        <RadioGroup
          name="method"
          label={t('howToPay')}
          required
          error={errorOf('method')}
          choices={[
            { value: 'card', label: t(offer.offersSwish ? 'payByCardOrSwish' : 'payByCard'), hint: cardHint },
            { value: 'invoice', label: t('payByInvoice'), hint: invoiceHint },
          ]}
          value={form.method ?? ''}
          onChange={(chosen) => store.change({ method: chosen === 'card' ? 'card' : 'invoice' })}
        />
      )}
      {method === 'invoice' && <Recipient offer={offer} store={store} prefix={prefix} />}
      {prefix === '' && method === 'card' && <Terms store={store} />}
    </>
  )
}
