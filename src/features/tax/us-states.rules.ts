const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,' +
  'LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,' +
  'NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,' +
  'OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,' +
  'TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

const codes = new Map(
  states.split(',').flatMap((state): [string, string][] => {
    const code = state.slice(0, 2)
    return [
      [code.toLowerCase(), code],
      [state.slice(3).toLowerCase(), code],
    ]
  }),
)

/** Returns the ISO 3166-2 code of a state of the United States from its code or English name, without the country. */
export function findStateCode(state: string): string {
  return codes.get(state.trim().toLowerCase()) ?? ''
}
