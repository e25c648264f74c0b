import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settle } from './lib/prefs.svelte';

settle();
mount(App, { target: document.getElementById('app')! });
