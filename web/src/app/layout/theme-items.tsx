import { DropdownMenu } from 'radix-ui'
import { MenuLabel, MenuRadioItem } from '../../components/menu.tsx'
import { themeOptions } from '../theme-options.ts'
import { chooseTheme, useTheme, type ThemeChoice } from '../theme.ts'

/** The choices of theme as part of a menu, which stays open to show what they do. */
export function ThemeItems() {
  const choice = useTheme()
  return (
    <DropdownMenu.RadioGroup value={choice} onValueChange={(next) => chooseTheme(next as ThemeChoice)}>
      <MenuLabel>Theme</MenuLabel>
      {themeOptions.map(({ value, label, icon }) => (
        <MenuRadioItem key={value} value={value} icon={icon} onSelect={(event) => event.preventDefault()}>
          {label}
        </MenuRadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}
