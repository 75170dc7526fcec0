import { DropdownMenu } from 'radix-ui'
import { MenuLabel, MenuRadioItem } from '../../components/menu.tsx'
import * as common from '../../texts/common.ts'
import { themeOptions } from '../theme-options.ts'
import { chooseTheme, useTheme, type ThemeChoice } from '../theme.ts'

/** The themes as menu items. The menu stays open, so that users see the effect. */
export function ThemeItems() {
  const choice = useTheme()
  return (
    <DropdownMenu.RadioGroup value={choice} onValueChange={(next) => chooseTheme(next as ThemeChoice)}>
      <MenuLabel>{common.theme}</MenuLabel>
      {themeOptions.map(({ value, label, icon }) => (
        <MenuRadioItem key={value} value={value} icon={icon} onSelect={(event) => event.preventDefault()}>
          {label}
        </MenuRadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}
