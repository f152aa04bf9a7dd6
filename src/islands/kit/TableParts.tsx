import { Mail } from '@lucide/icons'
import { useState } from 'react'
import { island } from '../client/texts.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { ColumnChoice } from '../ui/ColumnChoice.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type Column, Table } from '../ui/Table.tsx'

interface Participant {
  id: number
  name: string
  club: string
  age: number
  isApproved: boolean
}

const participants: Participant[] = [
  { id: 1, name: 'Alva Lindqvist', club: 'Karlstad MK', age: 17, isApproved: true },
  { id: 2, name: 'Björn Åkesson', club: 'Örebro Motorklubb', age: 34, isApproved: false },
  { id: 3, name: 'Cecilia Öberg', club: 'Åre Snöskoterklubb', age: 41, isApproved: true },
]

const columns: Column<Participant>[] = [
  {
    key: 'name',
    header: 'Namn',
    isName: true,
    sortHref: '?sort=-name',
    cell: ({ name }) => (
      <span className="flex items-center gap-3">
        <Avatar name={name} size="small" /> {name}
      </span>
    ),
  },
  { key: 'club', header: 'Förening', sortHref: '?sort=club', cell: ({ club }) => club },
  { key: 'age', header: 'Ålder', isNumeric: true, cell: ({ age }) => age },
  {
    key: 'result',
    header: 'Resultat',
    cell: ({ isApproved }) => (isApproved ? <Badge tone="success">Godkänd</Badge> : <Badge>Anmäld</Badge>),
  },
]

function Specimens() {
  const [selected, setSelected] = useState(new Set<number>([2]))
  const [hidden, setHidden] = useState(new Set<string>())
  const selection = { selected, onChange: setSelected, nameOf: ({ name }: Participant) => name }
  return (
    <div className="grid gap-3">
      <div className="flex justify-end">
        <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
      </div>
      <Table
        caption="Deltagare"
        columns={columns}
        rows={participants}
        idOf={({ id }) => id}
        sortedBy={{ key: 'name', direction: 'ascending' }}
        hidden={hidden}
        selection={selection}
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button size="small" icon={<Icon of={Mail} size={16} />}>
          Skicka e-post
        </Button>
      </BulkBar>
    </div>
  )
}

/** Specimens of tables. */
export const TableParts = island(Specimens)
