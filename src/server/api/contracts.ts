import { authentication } from './authentication/contract.ts'
import { portalConfiguration } from './portal-configuration/contract.ts'
import { articulate } from './xapi/contract.ts'

/** Every call there is, by slice. Pure: the documents, the tests and the types read it. */
export const contracts = {
  authentication,
  articulate,
  portalConfiguration,
}

type Union<T> = T[keyof T]
type Merged<U> = (U extends unknown ? (given: U) => void : never) extends (given: infer I) => void ? I : never

/** All calls in one type, for typed clients; import it as a type only. */
export type Calls = Merged<Union<typeof contracts>>
