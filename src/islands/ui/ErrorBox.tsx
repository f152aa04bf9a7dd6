import { InfoBox, type InfoBoxProps } from './InfoBox.tsx'

/** Error message, with actions that may resolve it. */
export const ErrorBox = (props: Omit<InfoBoxProps, 'tone' | 'role'>) => (
  <InfoBox {...props} tone="danger" role="alert" />
)
