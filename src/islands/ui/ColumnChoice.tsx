import { Columns3, SlidersHorizontal } from '@lucide/icons'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Icon } from './Icon.tsx'

interface ColumnChoiceProps {
  columns: readonly { key: string; header: string; isName?: boolean | undefined }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: Set<string>) => void
  /** Further settings of the list, below its columns. */
  children?: ReactNode
}

/**
 * Button with a menu that shows and hides columns of a table, with further settings of its list (`children`) below; the
 * column that names the row always stays. `hidden` has the keys of the hidden columns, and `onChange` gets them after
 * each change.
 */
export function ColumnChoice({ columns, hidden, onChange, children }: ColumnChoiceProps) {
  const t = useTexts('common')
  const id = useId()
  const label = t(children ? 'listSettings' : 'columns')
  const change = (key: string, isShown: boolean) => {
    const next = new Set(hidden)
    if (isShown) next.delete(key)
    else next.add(key)
    onChange(next)
  }
  return (
    <div>
      <Button size="small" popoverTarget={id} icon={<Icon of={children ? SlidersHorizontal : Columns3} size={16} />}>
        {label}
      </Button>
      <section id={id} popover="auto" aria-label={label} className="panel panel-by-button min-w-52 p-4">
        <fieldset>
          <legend className={children ? 'mb-1 font-semibold' : 'sr-only'}>{t('columns')}</legend>
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
        {children && <div className="mt-4 grid gap-4">{children}</div>}
      </section>
    </div>
  )
}
