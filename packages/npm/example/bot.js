import { Client, Events, GatewayIntentBits } from 'discord.js';
import { judge } from 'muster-lists';

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
const client = new Client({ intents: [Guilds, GuildMessages, MessageContent] });
client.on(Events.MessageCreate, async (message) => {
  if (!message.content.startsWith('!judge')) return;
  const report = await judge(message.content.slice('!judge'.length));
  const errors = report.findings.filter((finding) => finding.severity === 'error');
  await message.reply([report.verdict, ...errors.map((finding) => finding.message)].join('\n'));
});
client.login(process.env.DISCORD_TOKEN);
