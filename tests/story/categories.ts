import { common } from './catalogue/common.ts'
import { dragracing } from './catalogue/dragracing.ts'
import { drifting } from './catalogue/drifting.ts'
import { folkrace } from './catalogue/folkrace.ts'
import { karting } from './catalogue/karting.ts'
import { racing } from './catalogue/racing.ts'
import { rally } from './catalogue/rally.ts'
import { rallycross } from './catalogue/rallycross.ts'

export const categories = [
  { name: 'Gemensamt', shortName: 'GEM', color: '#1d4e89', educations: common },
  { name: 'Rally', shortName: 'RAL', color: '#9a3412', educations: rally },
  { name: 'Racing', shortName: 'RAC', color: '#b91c1c', educations: racing },
  { name: 'Karting', shortName: 'KAR', color: '#166534', educations: karting },
  { name: 'Folkrace', shortName: 'FOL', color: '#92400e', educations: folkrace },
  { name: 'Rallycross och crosskart', shortName: 'RCX', color: '#6b21a8', educations: rallycross },
  { name: 'Dragracing', shortName: 'DRA', color: '#0f766e', educations: dragracing },
  { name: 'Drifting', shortName: 'DRI', color: '#be185d', educations: drifting },
] as const
