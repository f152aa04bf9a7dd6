import { Columns3 } from '@lucide/icons'
import { useId } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Icon } from './Icon.tsx'

interface ColumnChoiceProps {
  columns: readonly { key: string; header: string; isName?: boolean | undefined }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: Set<string>) => void
}

/**
 * Button with a menu that shows and hides columns of a table; the one that names the row always stays. `hidden` has the
 * keys of the hidden columns, and `onChange` gets them after each change.
 */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const t = useTexts('common')
  const id = useId()
  const change = (key: string, isShown: boolean) => {
    const next = new Set(hidden)
    if (isShown) next.delete(key)
    else next.add(key)
    onChange(next)
  }
  return (
    <div>
      <Button size="small" popoverTarget={id} icon={<Icon of={Columns3} size={16} />}>
        {t('columns')}
      </Button>
      <fieldset id={id} popover="auto" className="panel panel-by-button min-w-52 p-4">
        <legend className="sr-only">{t('columns')}</legend>
        {columns.map(({ key, header, isName }) => (
          <Checkbox
            key={key}
            name={`column-${key}`}
            label={header}
            checked={!hidden.has(key)}
            disabled={isName ?? false}
            onChange={(event) => change(key, event.target.checked)}
          />
        ))}
      </fieldset>
    </div>
  )
}
