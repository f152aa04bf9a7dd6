import { InfoBox, type InfoBoxProps } from './InfoBox.tsx'

/** What went wrong and, as its actions, what can be done about it. */
export const ErrorBox = (props: Omit<InfoBoxProps, 'tone' | 'role'>) => (
  <InfoBox {...props} tone="danger" role="alert" />
)
