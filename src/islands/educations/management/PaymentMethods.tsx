import { useTexts } from '../../client/texts.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'

type PaymentMethod = 0 | 1

interface PaymentMethodsProps {
  chosen: readonly PaymentMethod[]
  onChange: (chosen: PaymentMethod[]) => void
}

/**
 * Checkboxes for the payment methods of an education or an occasion: 0 by card, 1 by an invoice to the club. `onChange`
 * receives all that are chosen, sorted.
 */
export function PaymentMethods({ chosen, onChange }: PaymentMethodsProps) {
  const t = useTexts('management')
  return (
    <fieldset className="grid content-start gap-3">
      <legend className="mb-1.5 font-semibold">{t('paymentMethods')}</legend>
      {([0, 1] as const).map((method) => (
        <Checkbox
          key={method}
          name={`paymentMethods-${method}`}
          label={t(`paymentMethod.${method}`)}
          checked={chosen.includes(method)}
          onChange={(event) => {
            const others = chosen.filter((one) => one !== method)
            onChange(event.target.checked ? [...others, method].sort() : others)
          }}
        />
      ))}
    </fieldset>
  )
}
