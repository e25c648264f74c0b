// A planned fleet for each game, built by hand in both shells. A plan has what a person would click and type, with the
// names on the screen. It does not say how: `build` knows the order of the moves, and the `hands` of each shell make
// them.

/** The units of `own` come from the club, because the books of these games print hardly any. */
export const fleets = [
  {
    ruleset: 'dw-2.5',
    game: 'Dystopian Wars 2.5',
    nation: 'Empire of the Blazing Sun',
    mfv: 1500,
    points: 1395,
    name: 'Kuril Storm',
    settings: { 'Core type': 'Naval', Theatre: 'Water' },
    squadrons: [
      {
        unit: 'Hachiman Class Dreadnought',
        roles: { Commodore: {} },
        options: ['Disruption (16")', 'Tesla (8")'],
        attached: [{ unit: 'Kitsune Class Rocket Escort', models: 3 }],
      },
      {
        unit: 'Kaiju Class Heavy Battleship',
        roles: { 'Sub-commander': { trait: 'Battle Drilled Ack Ack' } },
        options: ['Shield (2)'],
        attached: [{ unit: 'Local Air Support' }],
      },
      { unit: 'Honshu Class Cruiser', models: 3, byModel: { 'Mk I': 2, 'Mk II': 1 } },
      {
        unit: 'Mizuchi Class Battle Cruiser',
        options: ['Aggressive Crew', 'Internal Disruption (8")'],
        attached: [{ unit: 'Local Air Support' }],
      },
      { unit: 'Uwatsu Class Frigate', models: 4, allocation: 'Advance Force' },
      { unit: 'Yurgi Class Destroyer', models: 3, allocation: 'Flank Force', turn: 2 },
      { unit: 'Fujin Class Corvette', models: 4, allocation: 'Reserve Force', turn: 3 },
      { unit: 'Tetsubo Class Small Interceptor', models: 3 },
      { unit: 'Local Air Support', models: 5 },
    ],
  },
  {
    ruleset: 'dw-1.1',
    game: 'Dystopian Wars 1.1',
    nation: 'Empire of the Blazing Sun',
    mfv: 500,
    points: 450,
    name: 'Kyushu Patrol',
    settings: { 'Core force': 'Naval', 'Field Orders': true },
    squadrons: [
      { unit: 'Ika Mechanical Squid', roles: { 'Fleet Commodore': {} } },
      { unit: 'Tanuki Class Gunship', models: 2 },
      { unit: 'Uwatsu Class Frigate', models: 5 },
      { unit: 'Inari Scout Gyro' },
      { unit: 'Local Air Support', models: 4 },
      { unit: 'Reconnaissance Plane Wing' },
    ],
  },
  {
    ruleset: 'fleet-action',
    game: 'Dystopian Wars Fleet Action',
    nation: 'Prussian Empire',
    mfv: 1500,
    points: 1260,
    name: 'Two Groups',
    own: 'examples/fleet-action/units.csv',
    settings: { 'Competitive game': true },
    groups: [
      {
        kind: 'Core battle group',
        name: 'Van',
        squadrons: [
          {
            unit: 'Example Battleship',
            models: 2,
            roles: { Lead: {} },
            attached: [{ unit: 'Example Guard', models: 2 }],
          },
          { unit: 'Example Cruiser', models: 3 },
          { unit: 'Example Frigate', models: 4 },
        ],
      },
      {
        kind: 'Core battle group',
        name: 'Rear',
        squadrons: [
          { unit: 'Example Land Ship', roles: { Lead: {} } },
          { unit: 'Example Airship', models: 2 },
          { unit: 'Example Cruiser' },
          { unit: 'Example Minelayer', models: 3 },
        ],
      },
    ],
  },
  {
    ruleset: 'legions-2.0',
    game: 'Dystopian Legions 2.0',
    nation: 'Kingdom of Britannia',
    mfv: 1000,
    points: 740,
    name: 'Sussex Line',
    settings: { Platoons: 2 },
    groups: [
      {
        kind: 'Platoon',
        name: 'Regulars',
        squadrons: [
          {
            unit: 'Infantry Officer',
            roles: { 'Senior Commanding Officer': {} },
            options: ['Captain', 'Service Revolver'],
          },
          {
            unit: 'Line Infantry Section',
            models: 8,
            options: ['Battle', 'Militia'],
            some: { 'Line Infantry Sergeant': 1, 'Gun Team': 1 },
          },
          {
            unit: 'Sky Hussar Section',
            models: 3,
            options: ['Regular'],
            some: { 'Sky Hussar Specialist': 1 },
            allocation: 'Reserve',
            turn: 2,
          },
          { unit: 'Basset Tankette Squadron' },
        ],
      },
      {
        kind: 'Platoon',
        name: 'Yeomanry',
        squadrons: [
          { unit: 'Infantry Officer', options: ['2nd Lieutenant', 'Service Revolver'] },
          { unit: 'Line Infantry Section', options: ['Battle', 'Regular'], some: { 'General Conveyer': 1 } },
        ],
      },
    ],
  },
  {
    ruleset: 'dw-3',
    game: 'Dystopian Wars, third edition',
    nation: 'Crown',
    mfv: 900,
    points: 590,
    name: 'Solent Watch',
    groups: [
      {
        kind: 'Crown Faction Battlefleet',
        name: 'Channel Squadron',
        squadrons: [
          { unit: 'Britannia Heavy Battleship', some: { 'Escort Token': 2 } },
          { unit: 'Albion Cruiser Squadron', models: 2 },
          { unit: 'Caliburn Frigates Squadron', models: 4 },
        ],
      },
    ],
  },
  {
    ruleset: 'dw-4',
    game: 'Dystopian Wars, fourth edition',
    nation: 'Crown',
    mfv: 1000,
    points: 690,
    name: 'Spithead Review',
    groups: [
      {
        kind: 'Crown Faction Battlefleet',
        name: 'Home Fleet',
        squadrons: [
          {
            unit: 'Britannia Heavy Battleship',
            options: ['Heavy Rocket Battery'],
            some: { Escorts: 2 },
            attached: [{ unit: 'Hermes Supply Freighter' }],
          },
          { unit: 'Albion Cruiser', models: 2 },
          { unit: 'Caliburn Frigate', models: 3 },
        ],
      },
    ],
  },
];

/** Builds a planned fleet from nothing. */
export async function build(hands, fleet) {
  await hands.begin(fleet);
  await hands.type('Name of the list', fleet.name);
  for (const [place, group] of (fleet.groups ?? [fleet]).entries()) {
    const at = fleet.groups ? `/groups/${place}` : '';
    if (fleet.groups) {
      // The first group already exists.
      if (place > 0) await hands.addGroup(group.kind);
      await hands.select(at);
      await hands.type('Name', group.name);
    }
    for (const [index, squadron] of group.squadrons.entries()) {
      await hands.add(squadron.unit);
      await fill(hands, `${at}/squadrons/${index}`, squadron);
    }
  }
}

/** Fills in everything for a squadron that is in the list. */
async function fill(
  hands,
  at,
  { unit, models, roles = {}, options = [], some = {}, byModel, attached = [], allocation, turn },
) {
  await hands.select(at);
  if (models) await hands.count(unit, models);
  for (const option of options) await hands.tick(option);
  if (byModel) await hands.press('by model');
  for (const [option, number] of Object.entries({ ...byModel, ...some })) await hands.count(option, number);
  for (const [role, { trait }] of Object.entries(roles)) {
    await hands.tick(role);
    if (trait) await hands.choose('Commodore trait', trait);
  }
  if (allocation) await hands.choose('Allocated to', allocation);
  if (turn) await hands.type('Enters in turn', String(turn));
  for (const [index, child] of attached.entries()) {
    await hands.attach(child.unit);
    if (child.models) {
      await hands.select(`${at}/attached/${index}`);
      await hands.count(child.unit, child.models);
      await hands.select(at);
    }
  }
}
